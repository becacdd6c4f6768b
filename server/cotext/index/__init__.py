"""How are chunks kept on disk, who writes them, and how does a reader see them?"""
