// Tests that closing a dialog returns the focus: to its opener, to the row in its place, or to the page.
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { useRestoreFocus } from "./restoreFocus";

function TestDialog({ close }: { close: () => void }) {
  useRestoreFocus();
  return (
    <button type="button" onClick={close}>
      Close
    </button>
  );
}

/** A completed row leaves the list a moment after its dialog closes, as after a refetch. */
function Screen({ waiting, byAddress = false }: { waiting: string[]; byAddress?: boolean }) {
  const [left, setLeft] = useState(waiting);
  const [open, setOpen] = useState<string | null>(byAddress ? "" : null);
  const close = () => {
    setOpen(null);
    setTimeout(() => setLeft(left.filter((name) => name !== open)));
  };
  return (
    <>
      <h1 data-page-title>Home</h1>
      {left.length > 0 && (
        <section>
          <h2>Waiting</h2>
          <ul>
            {left.map((name) => (
              <li key={name}>
                <a href="/x">{name}</a>
                <button type="button" onClick={() => setOpen(name)}>
                  Decide {name}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {open !== null && <TestDialog close={close} />}
    </>
  );
}

async function decide(name: string) {
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: `Decide ${name}` }));
  await user.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByText(name)).toBeNull());
}

it("focuses the next row's action when the row is removed", async () => {
  render(<Screen waiting={["one", "two", "three"]} />);
  await decide("two");
  await waitFor(() => expect(screen.getByRole("button", { name: "Decide three" })).toHaveFocus());
  await decide("three");
  await waitFor(() => expect(screen.getByRole("button", { name: "Decide one" })).toHaveFocus());
});

it("focuses the remaining heading when the list is empty", async () => {
  render(<Screen waiting={["one"]} />);
  await decide("one");
  await waitFor(() => expect(screen.getByRole("heading", { name: "Home" })).toHaveFocus());
});

it("focuses the page's title when the dialog opened from its URL", async () => {
  render(<Screen waiting={["one"]} byAddress />);
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.getByRole("heading", { name: "Home" })).toHaveFocus());
});
