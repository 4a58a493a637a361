"""Measurement of time: attributing outside the score store, naming the device."""
