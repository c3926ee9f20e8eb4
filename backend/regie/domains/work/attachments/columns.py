"""The columns of a list of files: what they are called and where they are, and nothing of their content."""

from regie.access.export_columns import Column, Exported, Part, day, instant, number, several, text, word

# Whoever follows the link is asked then whether the file is theirs to see.
_NAME = Column(
    "file_name",
    (
        Part("text", lambda row, _speaker: row["file_name"]),
        Part("text", lambda row, _speaker: row["title"], "export.part.title"),
        Part(
            "text",
            lambda row, speaker: f"{speaker.origin}/api/v1/attachments/{row['api_id']}/content",
            "export.part.link",
        ),
    ),
)
ATTACHMENTS_FILE = Exported(
    "attachments",
    (
        _NAME,
        word("category", "attachment_category"),
        several("size", ("bytes", number("size"))),
        day("valid_until"),
        instant("uploaded_at"),
        text("uploaded_by"),
        word("sensitivity", "attachment_sensitivity"),
    ),
)
