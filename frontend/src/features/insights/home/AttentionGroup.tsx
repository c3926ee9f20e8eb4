// One kind of thing that waits: how many, the first few with what can be done about them, and the way to all of them.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import { ButtonLink } from "../../../ui/links/ButtonLink";
import classes from "./Home.module.css";
import type { HomeAction } from "./homeSearch";
import { listOf, type WaitingName, type WaitingRow, waitingQuery } from "./queries";
import { ShortList } from "./ShortList";

type Props<Name extends WaitingName> = {
  name: Name;
  children: (row: WaitingRow<Name>) => ReactNode;
};

/** Nothing at all where nothing of its kind waits. */
export function AttentionGroup<Name extends WaitingName>({ name, children }: Props<Name>) {
  const t = useTranslate();
  const user = useCurrentUser();
  const query = useQuery(waitingQuery(name, user));
  const title = t(`home.attention.${name}`);
  const total = query.data?.meta.total;
  if (total === 0) return null;
  const list = listOf(name, user);
  const all = total === undefined ? undefined : t("home.attention.see_all", { count: total });
  return (
    <section aria-label={title}>
      <h3 className={classes.subtitle}>{title}</h3>
      <ShortList query={query}>{children}</ShortList>
      {all && (
        <Link
          to={list.to}
          search={list.search}
          className={classes.link}
          aria-label={`${all} (${title})`}
        >
          {all}
        </Link>
      )}
    </section>
  );
}

type RowProps = { what: ReactNode; about: (string | null | undefined)[]; children?: ReactNode };

/** What waits and what is known of it; at the end what it comes to, and what can be done. */
export function AttentionItem({ what, about, children }: RowProps) {
  return (
    <>
      <div className={classes.what}>
        <div>{what}</div>
        <div className={classes.about}>{about.filter(Boolean).join(" · ")}</div>
      </div>
      <div className={classes.end}>{children}</div>
    </>
  );
}

type ActionProps = { deed: HomeAction; of: string; name: string };

/** Done on the spot: the address of home says what, so that a link, Back and a reload find it. */
export function AttentionAction({ deed, of, name }: ActionProps) {
  const t = useTranslate();
  const label = t(`home.do.${deed}`);
  return (
    <ButtonLink
      to="/"
      search={{ do: deed, of }}
      resetScroll={false}
      size="compact-md"
      variant="default"
      aria-label={`${label} (${name})`}
    >
      {label}
    </ButtonLink>
  );
}
