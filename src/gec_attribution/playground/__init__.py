"""The playground: a page, served to one's own browser, that explains what somebody types."""
