// Tracks Caps Lock while a password is typed.
import { type KeyboardEvent, useState } from "react";

export function useCapsLock() {
  const [on, setOn] = useState(false);
  const update = (event: KeyboardEvent) => setOn(event.getModifierState("CapsLock"));
  return { on, update };
}
