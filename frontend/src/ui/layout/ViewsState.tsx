// How a list stands by its ready views, in a sentence: the first is the answer, the others follow when they have records.
import { Box } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Fragment, type ReactNode } from "react";
import { LinkedText } from "../links/LinkedText";
import type { ScreenSearch } from "../links/screenSearch";
import uiClasses from "../ui.module.css";
import { type Counted, viewCountQuery } from "./ReadyViews";
import { Answer, StateSentence } from "./StateSentence";

type Part = {
  id: string;
  search: ScreenSearch;
  /** The words of the part; `<a>…</a>` opens its view. */
  text: (count: number, total: number) => string;
};
type Props = { counted: Counted; parts: readonly [Part, ...Part[]] };

export function ViewsState({ counted, parts }: Props) {
  const searches = [{}, ...parts.map(({ search }) => search)];
  const views = useQueries({ queries: searches.map((search) => viewCountQuery(counted, search)) });
  // All at once, so that the words do not move.
  const areLoading = views.some(({ isPending }) => isPending);
  const [total, ...counts] = views.map(({ data }) => data?.meta.total);
  // An empty list says so itself, and a list works without the sentence.
  if (!areLoading && !total) return null;
  return (
    <Box mb="sm">
      <StateSentence hasAnswer>
        {areLoading
          ? undefined
          : parts.map((part, index) => (
              <Sentence
                key={part.id}
                part={part}
                count={counts[index]}
                total={total ?? 0}
                isAnswer={index === 0}
              />
            ))}
      </StateSentence>
    </Box>
  );
}

type SentenceProps = { part: Part; count: number | undefined; total: number; isAnswer: boolean };

function Sentence({ part, count, total, isAnswer }: SentenceProps) {
  if (count === undefined || (count === 0 && !isAnswer)) return null;
  const Frame: (props: { children: ReactNode }) => ReactNode = isAnswer ? Answer : Fragment;
  const link = (text: string) => (
    <Frame>
      <Link to="." search={part.search} resetScroll={false} className={uiClasses.link}>
        {text}
      </Link>
    </Frame>
  );
  return (
    <>
      <LinkedText text={part.text(count, total)} parts={{ a: link }} />{" "}
    </>
  );
}
