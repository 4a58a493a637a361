"""Training of what the two papers train: SOME, IMPARA's quality estimator, adapters for EXCGEC."""
