"""Everything that is to be invoiced: scheduled payments, approved extra work and hours over."""
