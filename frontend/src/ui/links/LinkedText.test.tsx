// A sentence links its marked parts, and only those.
import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { LinkedText } from "./LinkedText";

const link = (href: string) => (text: string) => <a href={href}>{text}</a>;

it("links the marked parts and shows the others as text", () => {
  const { container } = render(
    <LinkedText
      text="<a>CA$12.00</a> is overdue on <b>2 invoices</b>."
      parts={{ a: link("/amount"), b: link("/invoices") }}
    />,
  );
  expect(container.textContent).toBe("CA$12.00 is overdue on 2 invoices.");
  expect([...container.querySelectorAll("a")].map((a) => a.getAttribute("href"))).toEqual([
    "/amount",
    "/invoices",
  ]);
});

it("shows a part without a link as text", () => {
  const { container } = render(<LinkedText text="Lost on <a>May 2</a>." parts={{}} />);
  expect(container.innerHTML).toBe("Lost on May 2.");
});
