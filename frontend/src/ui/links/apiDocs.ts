// The API's documentation, a page outside the router.
export const API_DOCS = "/api/docs";
