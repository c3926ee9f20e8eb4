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

  // Swagger UI's own resolver needs seconds for a document of this size, even for one call.
  const resolveQuickly = () => ({
    statePlugins: {
      spec: {
        wrapActions: {
          requestResolvedSubtree:
            (_original, { specActions, specSelectors }) =>
            (path) => {
              const spec = specSelectors.specJson().toJS();
              const subtree = path.reduce((node, key) => node?.[key], spec);
              return specActions.updateResolvedSubtree(path, inlineSchemas(subtree, spec, []));
            },
        },
      },
    },
  });

  /** Replaces references to schemas of the document; a schema within itself stays a reference. */
  function inlineSchemas(node, spec, parents) {
    if (node === null || typeof node !== "object") return node;
    if (Array.isArray(node)) return node.map((item) => inlineSchemas(item, spec, parents));
    const name = node.$ref?.replace("#/components/schemas/", "");
    if (name && !parents.includes(name))
      return inlineSchemas(spec.components.schemas[name], spec, [...parents, name]);
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => [key, inlineSchemas(value, spec, parents)]),
    );
  }

  window.ui = window.SwaggerUIBundle({
    url: "/api/openapi.json",
    dom_id: "#api",
    deepLinking: true,
    docExpansion: "none",
    defaultModelsExpandDepth: 0,
    filter: true,
    validatorUrl: null,
    plugins: [resolveQuickly],
    requestInterceptor: async (request) => {
      request.headers["X-Api-Locale"] = readCookie("regie_locale") || "en-us";
      if (CHANGING.has(String(request.method).toUpperCase()))
        request.headers["X-XSRF-TOKEN"] = await fetchToken();
      return request;
    },
  });
})();
