// What `make dev` needs beside Vite: the facts that the back end writes into the page, and patience while it restarts.
import { connect } from "node:net";
import type { Plugin } from "vite";

const MAX_WAIT_MS = 60_000;
const RETRY_MS = 100;

/** Whether something listens at the address. */
function isListening({ hostname, port }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const answer = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket.once("connect", () => answer(true)).once("error", () => answer(false));
  });
}

async function waitForServer(server: URL): Promise<void> {
  const deadline = Date.now() + MAX_WAIT_MS;
  while (!(await isListening(server)) && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

export function developmentPlugin(server: string, isCall: (path: string) => boolean): Plugin {
  const facts = {
    google: process.env.REGIE_GOOGLE_CLIENT_ID ? "on" : "",
    "bug-project": process.env.REGIE_BUG_PROJECT ?? "",
  };
  return {
    name: "regie-development",
    apply: "serve",
    transformIndexHtml: () =>
      Object.entries(facts)
        .filter(([, content]) => content)
        .map(([name, content]) => ({ tag: "meta", attrs: { name: `regie-${name}`, content } })),
    configureServer({ middlewares }) {
      // A call made right after a file was saved is answered by the new code instead of failing.
      middlewares.use(async ({ url = "" }, _response, next) => {
        if (isCall(url)) await waitForServer(new URL(server));
        next();
      });
    },
  };
}
