// Says whether Caps Lock is on while a password is typed.
import { type KeyboardEvent, useState } from "react";

export function useCapsLock() {
  const [on, setOn] = useState(false);
  const read = (event: KeyboardEvent) => setOn(event.getModifierState("CapsLock"));
  return { on, read };
}
