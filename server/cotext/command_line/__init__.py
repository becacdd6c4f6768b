"""What does each command do, and how is its answer shown on a terminal?"""
