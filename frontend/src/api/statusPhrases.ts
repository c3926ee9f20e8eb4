// Reason phrases of HTTP: HTTP/2 and HTTP/3 carry none, and the specification's toasts show one.
const PHRASES: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  409: "Conflict",
  413: "Payload Too Large",
  415: "Unsupported Media Type",
  419: "Page Expired",
  422: "Unprocessable Entity",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

/** The server sends this in place of a phrase that it does not know, such as that of 419. */
const UNKNOWN_PHRASE = "<none>";

/** The phrase that was sent, or else the usual one. */
export function statusPhrase(status: number, sent: string): string {
  return sent === "" || sent === UNKNOWN_PHRASE ? (PHRASES[status] ?? "") : sent;
}
