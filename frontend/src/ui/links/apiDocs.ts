// The API's documentation, a page outside the router.
import { serverUrl } from "../../api/baseUrl";

export const API_DOCS = serverUrl("/api/docs");
