"""What it takes to measure time: attributing outside the score store, naming the device."""
