"""Month-end packs: PDF and XLSX files of a closed month, in both languages."""
