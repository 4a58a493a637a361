"""The embedded encoder, and the published recipes of SOME and IMPARA."""
