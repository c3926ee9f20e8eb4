// Where the back end shows the API's documentation: a page of its own, outside the router.
export const API_DOCS = "/api/docs";
