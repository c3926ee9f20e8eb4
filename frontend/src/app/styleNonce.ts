// Passes the page's CSP nonce to libraries that write style elements.

declare global {
  interface Window {
    /** The scroll lock of modals reads the nonce of its style element here. */
    __webpack_nonce__?: string;
  }
}

export function readStyleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
}

export function exposeStyleNonce(): void {
  window.__webpack_nonce__ = readStyleNonce();
}
