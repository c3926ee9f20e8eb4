// Shows the API's document on the page /api/docs; calls are made with the session of the person who reads it.
// A file of its own because the content security policy allows no inline script.
(() => {
  const CHANGING = new Set(["POST", "PUT", "PATCH", "DELETE"]);

  function readCookie(name) {
    const pair = document.cookie.split("; ").find((text) => text.startsWith(`${name}=`));
    return pair ? decodeURIComponent(pair.slice(name.length + 1)) : "";
  }

  async function fetchToken() {
    await fetch("/sanctum/csrf-cookie", { credentials: "same-origin" });
    return readCookie("XSRF-TOKEN");
  }

  window.ui = window.SwaggerUIBundle({
    url: "/api/openapi.json",
    dom_id: "#api",
    deepLinking: true,
    docExpansion: "none",
    defaultModelsExpandDepth: 0,
    filter: true,
    validatorUrl: null,
    requestInterceptor: async (request) => {
      request.headers["X-Api-Locale"] = readCookie("regie_locale") || "en-us";
      if (CHANGING.has(String(request.method).toUpperCase()))
        request.headers["X-XSRF-TOKEN"] = await fetchToken();
      return request;
    },
  });
})();
