"""Defines the columns of the attachment export, with links instead of content."""

from regie.access.export_columns import (
    ExportColumn,
    FileColumn,
    ListExport,
    column_group,
    day,
    enum_label,
    instant,
    number,
    text,
)

# Opening the link checks the permissions again.
_NAME = ExportColumn(
    "file_name",
    (
        FileColumn("text", lambda row, _context: row["file_name"]),
        FileColumn("text", lambda row, _context: row["title"], "export.column.title"),
        FileColumn(
            "text",
            lambda row, context: f"{context.origin}/api/v1/attachments/{row['api_id']}/content",
            "export.column.link",
        ),
    ),
)
ATTACHMENTS_FILE = ListExport(
    "attachments",
    (
        _NAME,
        enum_label("category", "attachment_category"),
        column_group("size", ("bytes", number("size"))),
        day("valid_until"),
        instant("uploaded_at"),
        text("uploaded_by"),
        enum_label("sensitivity", "attachment_sensitivity"),
    ),
)
