"""The explorer of a study: a folder of files that a browser opens without a server."""
