// Creates a passkey with the browser.

export function canCreatePasskeys(): boolean {
  return typeof window.PublicKeyCredential?.parseCreationOptionsFromJSON === "function";
}

/** Why no passkey was created, as far as the user can act on it. */
export type PasskeyFailure = "cancelled" | "known";
export type PasskeyResult = { credential: string } | { failure: PasskeyFailure };

export async function createPasskey(
  options: PublicKeyCredentialCreationOptionsJSON,
): Promise<PasskeyResult> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  try {
    const created = (await navigator.credentials.create({
      publicKey,
    })) as PublicKeyCredential | null;
    return created ? { credential: JSON.stringify(created) } : { failure: "cancelled" };
  } catch (error) {
    const isKnown = error instanceof DOMException && error.name === "InvalidStateError";
    return { failure: isKnown ? "known" : "cancelled" };
  }
}
