"""The figures of a sweep. They read what results/README.md documents, and nothing else."""
