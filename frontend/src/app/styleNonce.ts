// The server allows the few style elements that libraries write by a nonce in the page.

declare global {
  interface Window {
    /** Where the scroll lock of modals looks for the nonce of its style element. */
    __webpack_nonce__?: string;
  }
}

export function readStyleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
}

export function passStyleNonceOn(): void {
  window.__webpack_nonce__ = readStyleNonce();
}
