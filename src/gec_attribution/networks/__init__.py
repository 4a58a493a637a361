"""Neural networks: loading them from the hub or a folder, running batches, sharing GPUs."""

import os

# Set before torch is imported: a waiting thread then leaves its core to other processes.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
