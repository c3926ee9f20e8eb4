"""The mirrors of the outside services, as people may read them."""
