import { useEffect, useState } from 'react';
import { SERVICES } from '../../catalog/services.ts';
import type { CaseResponse } from '../../contracts/cases.ts';
import { ACT_NAMES, LiveAddress, type OrderService } from '../../contracts/deliveries.ts';
import { Button } from '../../ui/button.tsx';
import { DataForm } from '../drafts/data-form.tsx';
import { useOpenForm } from '../drafts/use-draft.ts';
import { Due, Moment } from '../list/times.tsx';
import { useActions, useWanted } from '../base/ui-store.ts';
import { Act } from '../base/act.tsx';
import { Card } from '../base/card.tsx';
import { DeliverForm, withFiles } from './deliver-form.tsx';
import { FileLinks } from './facts.tsx';
import { LongText } from './long-text.tsx';
import { toDo } from './case-labels.ts';
import { DropTarget, type Drop } from './drop-target.tsx';

type CaseServicesProps = Pick<CaseResponse, 'orderNumber' | 'services' | 'work' | 'order'>;

/** How late the work is that is due first. The server says it only of that. */
export const lateOf = (order: CaseResponse['order'], at: string | null) =>
  at === order?.dueAt ? order?.late : undefined;

const GO_LIVE = 'POST /api/admin/cases/:orderNumber/live';

/** Where each service stands, what was delivered, and the form for the next version. */
export function CaseServices({ services, work, ...rest }: CaseServicesProps) {
  const [drop, setDrop] = useState<Drop>();
  if (services.length === 0) return null;
  return (
    <Card className="case-card" title="Work">
      {services.map((service) => (
        <ServiceWork
          key={service.id}
          service={service}
          dropped={drop?.service === service.id ? drop.files : undefined}
          {...rest}
        />
      ))}
      {work.length > 0 && <SoldWork work={work} {...rest} />}
      <DropTarget services={services.map(({ id }) => id)} onDrop={setDrop} />
    </Card>
  );
}

/** What was sold besides the services. */
function SoldWork({ work, order, orderNumber }: Omit<CaseServicesProps, 'services'>) {
  return (
    <section className="stack gap-2">
      <h4>Also sold</h4>
      <ul className="case-items stack">
        {work.map(({ id, name, dueAt, paused, doneAt }) => (
          <li key={id}>
            <p>
              <strong>
                <bdi>{name}</bdi>
              </strong>{' '}
              {doneAt ? (
                <span>
                  <span>done</span> <Moment at={doneAt} />
                </span>
              ) : (
                <Due isInSentence at={paused ? null : dueAt} late={lateOf(order, dueAt)} />
              )}
              {paused && !doneAt && <span>deadline paused</span>}
            </p>
            {!doneAt && (
              <p className="case-actions cluster gap-2">
                <Act
                  isQuiet
                  call="POST /api/admin/cases/:orderNumber/work/:id/done"
                  params={{ orderNumber, id }}
                  failure={`Couldn’t mark ${name} as done`}
                >
                  Mark as done <span className="visually-hidden">{name}</span>
                </Act>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

type ServiceWorkProps = Omit<CaseServicesProps, 'services' | 'work'> & {
  service: OrderService;
  /** The last files dropped for it. */
  dropped: readonly File[] | undefined;
};

const LIVE_FIELD = 'live-address';

function ServiceWork({ service, order, orderNumber, dropped }: ServiceWorkProps) {
  const { id, state, dueAt, paused, roundsIncluded, roundsUsed, deliveries } = service;
  const { name } = SERVICES[id];
  const { isOpen, form, opener, open, close } = useOpenForm(`${orderNumber} deliver ${id}`);
  const [files, setFiles] = useState<readonly File[]>([]);
  useEffect(() => {
    if (!dropped) return;
    setFiles((files) => withFiles(files, dropped));
    open();
    // Only a new drop opens the form.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [dropped]);
  useWanted(`${orderNumber} deliver ${id}`, open);
  useWanted(state === 'launch' ? `${orderNumber} live` : '', () =>
    document.getElementById(LIVE_FIELD)?.focus(),
  );
  useActions([
    { label: `Deliver ${name}`, run: opener.onClick },
    ...(state === 'launch'
      ? [{ label: 'Mark the website as live', run: () => document.getElementById(LIVE_FIELD)?.focus() }]
      : []),
  ]);
  return (
    <section
      className="case-service-work stack gap-2 start"
      data-service={id}
      data-delivering={isOpen || undefined}
    >
      <h4 className="list-service">{name}</h4>
      <p>
        <span>{toDo(service)}</span> {/* The head says it of what is due first. */}
        {dueAt !== order?.dueAt && <Due isInSentence at={dueAt} />}
        {paused && state !== 'form' && state !== 'review' && <span> (deadline paused)</span>}
      </p>
      {state === 'change' && deliveries[0]?.change && (
        <blockquote className="case-quote">
          <LongText text={deliveries[0].change} />
        </blockquote>
      )}
      {roundsIncluded !== null && deliveries.length > 0 && (
        <p className="admin-small">
          {`${roundsUsed} of ${roundsIncluded} ${id === 'website' ? 'design revisions' : 'free updates'} used`}
        </p>
      )}
      {deliveries.map((delivery) => (
        <details key={delivery.version} className="case-category full ruled">
          <summary className="row middle gap-2 medium">
            <span>{`Version ${delivery.version}`}</span>{' '}
            <small>
              <Moment at={delivery.deliveredAt} />
              {delivery.answer && (
                <span>{delivery.answer === 'approved' ? ', approved' : ', change requested'}</span>
              )}
            </small>
          </summary>
          {[delivery.change, delivery.note, delivery.link].map(
            (text, index) =>
              text && (
                // Three texts of one place each.
                // oxlint-disable-next-line react/no-array-index-key
                <p key={index}>
                  <LongText text={text} />
                </p>
              ),
          )}
          {delivery.phone && <p>{delivery.phone}</p>}
          <FileLinks files={delivery.files} />
        </details>
      ))}
      {state === 'launch' && (
        <>
          <DataForm
            schema={LiveAddress}
            initial={{ link: '' }}
            draft={`${orderNumber} live`}
            fields={[
              {
                name: 'link',
                id: LIVE_FIELD,
                label: 'Address of the website',
                help: 'The email to the customer shows it, with a button that opens it.',
                inputMode: 'url',
              },
            ]}
            act={(client, body) => client.call(GO_LIVE, { params: { orderNumber }, body })}
            className="case-refund stack gap-3"
            isQuiet
            failure="Couldn’t mark the website as live"
            submit="Mark website as live"
          />
          <Act
            isQuiet
            call={GO_LIVE}
            params={{ orderNumber }}
            body={{ link: '' }}
            asks={{
              title: 'Mark it as live without its address?',
              text: 'Then the email to the customer won’t say where the website is.',
              confirm: 'Mark as live',
            }}
            failure="Couldn’t mark the website as live"
          >
            Mark as live without its address
          </Act>
        </>
      )}
      <p className="case-actions cluster gap-2">
        {/* The next act stands in the head. */}
        <Button {...opener} isQuiet>
          {isOpen ? 'Cancel' : ACT_NAMES.delivery((deliveries[0]?.version ?? 0) + 1)}
        </Button>
      </p>
      {isOpen && (
        <DeliverForm
          {...form}
          {...{ orderNumber, service, files, setFiles }}
          onDone={(sent) => {
            // A file may have been dropped meanwhile.
            setFiles((files) => files.filter((file) => !sent.includes(file)));
            close();
          }}
        />
      )}
    </section>
  );
}
