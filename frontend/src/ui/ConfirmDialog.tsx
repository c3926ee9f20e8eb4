// Asks before what cannot be undone; the dialogue itself is loaded when the first question comes up.
import { lazy, Suspense, useState } from "react";
import type { Question } from "./QuestionBox";

const QuestionBox = lazy(async () => ({ default: (await import("./QuestionBox")).QuestionBox }));

export function ConfirmDialog(question: Question) {
  const [asked, setAsked] = useState(question.opened);
  if (question.opened && !asked) setAsked(true);
  if (!asked) return null;
  return (
    <Suspense fallback={null}>
      <QuestionBox {...question} />
    </Suspense>
  );
}
