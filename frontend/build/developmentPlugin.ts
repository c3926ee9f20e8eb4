// What `make dev` needs besides Vite: the page's data from the back end, and a wait while it restarts.
import { connect } from "node:net";
import type { Plugin } from "vite";

const MAX_WAIT_MS = 60_000;
const RETRY_MS = 100;

/** True when a server accepts connections at the address. */
function isListening({ hostname, port }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const finish = (result: boolean) => {
      socket.destroy();
      resolve(result);
    };
    socket.once("connect", () => finish(true)).once("error", () => finish(false));
  });
}

async function waitForServer(server: URL): Promise<void> {
  const deadline = Date.now() + MAX_WAIT_MS;
  while (!(await isListening(server)) && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

export function developmentPlugin(server: string, isServerPath: (path: string) => boolean): Plugin {
  const pageData = {
    google: process.env.REGIE_GOOGLE_CLIENT_ID ? "on" : "",
    "bug-project": process.env.REGIE_BUG_PROJECT ?? "",
  };
  return {
    name: "regie-development",
    apply: "serve",
    transformIndexHtml: () =>
      Object.entries(pageData)
        .filter(([, content]) => content)
        .map(([name, content]) => ({ tag: "meta", attrs: { name: `regie-${name}`, content } })),
    configureServer({ middlewares }) {
      // A call right after a file was saved waits for the new code instead of failing.
      middlewares.use(async ({ url = "" }, _response, next) => {
        if (isServerPath(url)) await waitForServer(new URL(server));
        next();
      });
    },
  };
}
