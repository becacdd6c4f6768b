"""How is a file cut into chunks, and which names does each chunk define and use?"""
