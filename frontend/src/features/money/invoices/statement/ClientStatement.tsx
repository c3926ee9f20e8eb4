// The statement of account of a client as a letter: the page shows and prints what the PDF contains.
import "@mantine/core/styles/Skeleton.css";
import { Button, Skeleton } from "@mantine/core";
import { IconDownload, IconPrinter } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { apiUrl } from "../../../../api/client";
import { dataQuery, itemQuery, runIf } from "../../../../api/queries";
import type { StatementDocument } from "../../../../api/types";
import { useTranslate } from "../../../../i18n/translate";
import { usePermissions } from "../../../../session/permissions";
import { Forbidden } from "../../../../ui/feedback/Forbidden";
import { LoadFailure } from "../../../../ui/feedback/LoadFailure";
import { PageTitle } from "../../../../ui/layout/PageTitle";
import { useIsAdminArea } from "../../../../ui/links/area";
import { ButtonLink } from "../../../../ui/links/ButtonLink";
import classes from "./Statement.module.css";
import { StatementPart } from "./StatementPart";

const ICON_SIZE = 16;
/** The expected height, to avoid layout shifts. */
const HEIGHT = 960;

export function ClientStatement({ id }: { id: string }) {
  const t = useTranslate();
  const { can } = usePermissions();
  const canView = can("invoices.view");
  const { data, isError, error, refetch } = useQuery({
    ...dataQuery("/clients/{id}/statement-document", { params: { id } }),
    ...runIf(canView),
  });
  // The breadcrumbs show the client.
  useQuery(itemQuery("/clients/{id}", id));
  const title = t("client_page.statement.title");
  if (!canView) return <Forbidden page={title} />;
  return (
    <>
      <div className={classes.controls}>
        <PageTitle actions={data && <Actions id={id} />}>{title}</PageTitle>
      </div>
      {data && <Letter document={data} />}
      {!data &&
        (isError ? (
          <LoadFailure isPage retry={refetch} error={error} />
        ) : (
          <Skeleton h={HEIGHT} className={classes.letter} />
        ))}
    </>
  );
}

function Actions({ id }: { id: string }) {
  const t = useTranslate();
  const isAdminArea = useIsAdminArea();
  return (
    <>
      <Button leftSection={<IconPrinter size={ICON_SIZE} aria-hidden />} onClick={printPage}>
        {t("client_page.statement.print")}
      </Button>
      <Button
        component="a"
        href={apiUrl("/clients/{id}/statement", { params: { id } })}
        download
        variant="default"
        leftSection={<IconDownload size={ICON_SIZE} aria-hidden />}
      >
        {t("client_page.statement.pdf")}
      </Button>
      <ButtonLink
        variant="default"
        to={isAdminArea ? "/admin/clients/$id/view" : "/clients/$id/view"}
        params={{ id }}
      >
        {t("clients.view_client")}
      </ButtonLink>
    </>
  );
}

const printPage = () => window.print();

function Letter({ document }: { document: StatementDocument }) {
  const { organization, client, address, nothing, parts, instructions } = document;
  return (
    <article
      className={classes.letter}
      data-letter
      lang={document.locale}
      aria-label={document.title}
    >
      <header className={classes.head}>
        <strong>{organization}</strong>
        <div>
          <h2 className={classes.title}>{document.title}</h2>
          <p className={classes.note}>{document.as_of}</p>
        </div>
      </header>
      <address className={classes.client}>
        <strong>{client}</strong>
        <Lines lines={address} />
      </address>
      {nothing && <p className={classes.nothing}>{nothing}</p>}
      {parts.map((part) => (
        <StatementPart key={part.currency} part={part} />
      ))}
      {document.instructions_title && (
        <section className={classes.instructions}>
          <h3 className={classes.heading}>{document.instructions_title}</h3>
          <Lines lines={instructions} />
        </section>
      )}
      <p className={classes.note}>{document.note}</p>
    </article>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the lines keep their places, and may repeat
  return lines.map((line, index) => <div key={index}>{line}</div>);
}
