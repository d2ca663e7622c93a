"""ResearchPacks: context built once, hashed, sealed, and rebuilt byte for byte."""
