"""Neural networks: loading them from the hub or a folder, running batches, sharing GPUs."""

import os

# Read as torch is imported: a thread that waits for another leaves its core to other processes.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
