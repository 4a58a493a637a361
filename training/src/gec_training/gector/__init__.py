"""The embedded GECToR."""
