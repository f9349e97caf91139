import { useState, type SubmitEvent } from 'react';
import { formatPrice } from '@northlight/shared/catalog/money.ts';
import { EXTRA_REVISIONS } from '@northlight/shared/catalog/rounds.ts';
import { SERVICES } from '@northlight/shared/catalog/services.ts';
import type { AnswerDelivery, Delivery, OrderService } from '@northlight/shared/contracts/deliveries.ts';
import type { OrderResponse } from '@northlight/shared/contracts/order-page.ts';
import { Button } from '@northlight/shared/ui/button.tsx';
import { TextArea } from '@northlight/shared/ui/field.tsx';
import { ServiceGlyph } from '@northlight/shared/ui/service-glyph.tsx';
import { call } from '../../lib/api-client.ts';
import { APPROVAL_TEXT, canChange, momentText, roundsText, situationOf } from './order-texts.ts';
import { FORM_PAGES } from '../../lib/form-pages.ts';
import { FileList } from './files.tsx';
import { useCall } from '../../lib/use-linked-page.ts';
import { Problem } from './notices.tsx';
import type { LoadedOrder } from './use-order.ts';
import { type Link, startAddon } from '../../lib/order-page.ts';

type ServiceProps = { service: OrderService; order: OrderResponse; loaded: LoadedOrder };

/** Where a service stands, its versions, and what the customer can do now. */
export function Service({ service, order, loaded }: ServiceProps) {
  const { id, state, deliveries } = service;
  const { title, text, isYours, isLate } = situationOf(service, order, loaded.now);
  const [latest, ...earlier] = deliveries;
  const rounds = deliveries.length > 0 ? roundsText(service) : null;
  const form = new URLSearchParams(loaded.link ?? {});
  return (
    <article
      className="order-service stack gap-4 start pad-5 frame"
      data-service={id}
      data-yours={isYours || undefined}
    >
      <header className="stack gap-4">
        <ServiceGlyph id={id} />
        <div>
          <h3>{SERVICES[id].name}</h3>
          <p className="order-state" role="status">
            <strong>{`${title}.`}</strong> <span>{text}</span>
          </p>
        </div>
      </header>
      {isLate && (
        <a className="button quiet" href="#message">
          Ask us when it comes
        </a>
      )}
      {state === 'form' && (
        <a className="button" href={`${FORM_PAGES[id]}?${form}`}>
          Fill out the form
        </a>
      )}
      {latest && (
        <>
          <Version {...{ delivery: latest, order, loaded }} isLatest />
          <Answer service={service} version={latest.version} loaded={loaded} />
        </>
      )}
      {rounds && <p className="order-soft">{rounds}</p>}
      {id === 'website' && order.revisions && loaded.link && latest && isRunningOut(service) && (
        <MoreRevisions offer={order.revisions} link={loaded.link} />
      )}
      {earlier.map((delivery) => (
        <Version key={delivery.version} {...{ delivery, order, loaded }} />
      ))}
    </article>
  );
}

/** At most one of the included revisions is left. */
const isRunningOut = ({ roundsIncluded, roundsUsed }: OrderService): boolean =>
  roundsIncluded !== null && roundsIncluded - roundsUsed <= 1;

type MoreRevisionsProps = { offer: NonNullable<OrderResponse['revisions']>; link: Link };

function MoreRevisions({ offer, link }: MoreRevisionsProps) {
  const { subtotalCents, taxCents } = offer.price;
  const price = `${formatPrice(subtotalCents)}${taxCents > 0 ? ' plus tax' : ''}`;
  return (
    <p className="no-print">
      <Button isQuiet onClick={() => startAddon(link, offer)}>
        {`Buy ${EXTRA_REVISIONS} more revisions for ${price}`}
      </Button>
    </p>
  );
}

type VersionProps = Omit<ServiceProps, 'service'> & { delivery: Delivery; isLatest?: boolean };

function Version({ delivery, order: { timeZone }, loaded, isLatest = false }: VersionProps) {
  const { version, note, link, phone, files, deliveredAt, answer, change, answeredAt } = delivery;
  return (
    <details className="order-version full y-3" open={isLatest}>
      <summary className="target bold">
        <span>{`Version ${version}`}</span> <small>{momentText(deliveredAt, timeZone)}</small>
        {answer && (
          <small className="order-badge">{answer === 'approved' ? 'Approved' : 'Change requested'}</small>
        )}
      </summary>
      {note && (
        <p className="order-words as-typed break">
          <bdi>{note}</bdi>
        </p>
      )}
      {link && (
        <p>
          <a className="button quiet" href={link} target="_blank" rel="noopener noreferrer">
            Open the preview
          </a>
        </p>
      )}
      {phone && (
        <p>
          Try it: call <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>
        </p>
      )}
      <FileList files={files} link={loaded.link} />
      {change && answeredAt && (
        <blockquote className="order-words as-typed break">
          <p>
            <bdi>{change}</bdi>
          </p>
          <footer>{`You, ${momentText(answeredAt, timeZone)}`}</footer>
        </blockquote>
      )}
    </details>
  );
}

type AnswerProps = { service: OrderService; version: number; loaded: LoadedOrder };

function Answer({ service, version, loaded }: AnswerProps) {
  const [isChanging, setIsChanging] = useState(false);
  const [isApproving, setIsApproving] = useState(false);
  const { isBusy, problem, run } = useCall(loaded);
  const { id, state } = service;
  const mayChange = canChange(service);
  const send = (body: AnswerDelivery) =>
    run(
      (query) => call('POST /api/order/answer', { query, body }),
      () => setIsChanging(false),
    );
  if (state !== 'review' && !mayChange) return null;

  function sendChange(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const change = String(new FormData(event.currentTarget).get('change')).trim();
    void send({ answer: 'change', service: id, version, change });
  }

  return (
    <div className="order-answer full no-print">
      {isChanging ? (
        <form className="stack gap-4 start" onSubmit={sendChange}>
          <TextArea
            id={`change-${id}`}
            name="change"
            label="What should we change?"
            required
            maxLength={10_000}
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
          />
          <p className="cluster gap-3">
            <Button type="submit" isBusy={isBusy} busyLabel="Sending…">
              Send request
            </Button>
            <Button isQuiet onClick={() => setIsChanging(false)}>
              Never mind
            </Button>
          </p>
        </form>
      ) : isApproving && state === 'review' ? (
        <div className="order-approve" role="group" aria-labelledby={`approve-${id}`}>
          <p id={`approve-${id}`}>
            <strong>{`Approve version ${version}?`}</strong> <span>{APPROVAL_TEXT[id]}</span>
          </p>
          <p className="cluster gap-3">
            <Button
              isBusy={isBusy}
              busyLabel="Approving…"
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus
              onClick={() => void send({ answer: 'approved', service: id, version })}
            >
              Yes, approve
            </Button>
            <Button isQuiet onClick={() => setIsApproving(false)}>
              Not yet
            </Button>
          </p>
        </div>
      ) : (
        <p className="cluster gap-3">
          {state === 'review' && <Button onClick={() => setIsApproving(true)}>Approve</Button>}
          {mayChange && (
            <Button isQuiet onClick={() => setIsChanging(true)}>
              {state === 'done' ? 'Ask for an update' : 'Ask for a change'}
            </Button>
          )}
        </p>
      )}
      {state === 'review' && !mayChange && (
        <p className="notice">
          {id === 'website'
            ? 'You’ve used all your design revisions. Approve this version, or buy more revisions.'
            : 'You’ve used all your free updates. Approve this version, or send us a message below if something is missing.'}
        </p>
      )}
      <Problem text={problem} />
    </div>
  );
}
