"""Which files belong to a workspace folder, what identifies them, and what text they hold."""
