// The browser's part in making a passkey.

export function knowsPasskeys(): boolean {
  return typeof window.PublicKeyCredential?.parseCreationOptionsFromJSON === "function";
}

/** Why no passkey was made: what a person can do something about. */
export type Refusal = "cancelled" | "known";
export type Made = { credential: string } | { refusal: Refusal };

export async function makePasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<Made> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  try {
    const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential | null;
    return made ? { credential: JSON.stringify(made) } : { refusal: "cancelled" };
  } catch (error) {
    const isKnown = error instanceof DOMException && error.name === "InvalidStateError";
    return { refusal: isKnown ? "known" : "cancelled" };
  }
}
