import styles from './pages.css?url';
import { useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { CONTENT } from '../../../content/content.ts';
import type { ShopResponse } from '../../../contracts/shop.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { QueryPanel, usePanelQuery } from '../../base/query-panel.tsx';
import { PublishBar } from '../shop/publish-bar.tsx';
import { shopQuery } from '../shop/use-shop-changes.ts';
import { FindText } from './find-text.tsx';
import { Preview } from './preview.tsx';
import { EntryFields, PLACEHOLDERS, type Insert } from './text-fields.tsx';
import { useTexts } from './use-texts.ts';
import { Choices } from '../../base/fields.tsx';

/** The texts of the public pages. */
export function Pages() {
  const query = usePanelQuery(shopQuery);
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="view" />
      <QueryPanel query={query}>{(shop) => <PagesForm shop={shop} />}</QueryPanel>
    </>
  );
}

const isOf = (key: string, fault: string) => fault === key || fault.startsWith(`${key}.`);
const pageOf = (key: string) =>
  CONTENT.find(({ sections }) => sections.some(({ fields }) => fields.some((field) => isOf(field.key, key))));

function PagesForm({ shop }: { shop: ShopResponse }) {
  const { page: asked } = useSearch({ strict: false });
  const [pageId, setPageId] = useState(CONTENT.find(({ id }) => id === asked)?.id ?? 'home');
  /** Whether empty texts of new items are named, too. */
  const [isTried, setIsTried] = useState(false);
  const insert = useRef<Insert>(null);
  const texts = useTexts(shop);
  const { faults } = texts;
  const [firstFault] = Object.keys(faults);
  const shownFaults = Object.entries(faults).filter(([key]) => isTried || !isNew(key, texts.changes));
  const errors = { ...texts.saving.errors, ...Object.fromEntries(shownFaults) };
  const page = CONTENT.find(({ id }) => id === pageId);
  const show = (key: string) => {
    flushSync(() => {
      setPageId(pageOf(key)?.id ?? pageId);
      setIsTried(true);
    });
    const field = document.getElementById(key);
    const section = field?.closest('details');
    if (section) section.open = true;
    field?.focus();
    field?.scrollIntoView?.({ block: 'center' });
  };
  return (
    <div className="pages stack gap-4 top">
      <section className="admin-card pages-form" aria-labelledby="pages-title">
        <h3 id="pages-title">Your website</h3>
        <div className="pages-choice stack gap-4 top">
          <SelectField label="Page" value={pageId} onChange={({ target }) => setPageId(target.value)}>
            <Choices of={CONTENT.map(({ id, label }) => [id, label])} />
          </SelectField>
          <FindText texts={texts} onChoose={show} />
        </div>
        {page?.sections.map(({ label, fields }, index) => {
          const isFaulty = fields.some(({ key }) => Object.keys(errors).some((fault) => isOf(key, fault)));
          const count = fields.filter((entry) => !texts.isOriginal(entry)).length;
          return (
            <details className="ruled" key={`${pageId} ${label}`} open={index < 2}>
              <summary className="target y-3 bold">
                <span>{label}</span>{' '}
                {isFaulty ? (
                  <small>Needs a correction</small>
                ) : (
                  count > 0 && <small>{`${count} changed`}</small>
                )}
              </summary>
              {fields.map((entry) => (
                <EntryFields
                  key={entry.key}
                  {...{ entry, texts, errors }}
                  place={label}
                  onInsert={(next) => {
                    insert.current = next;
                  }}
                />
              ))}
            </details>
          );
        })}
        <div id={PLACEHOLDERS} className="menu pages-placeholders" popover="auto">
          {Object.entries(shop.facts).map(([name, fact]) => (
            <Button
              key={name}
              isQuiet
              popoverTarget={PLACEHOLDERS}
              popoverTargetAction="hide"
              onClick={() => insert.current?.(`{${name}}`)}
            >
              <span>{`{${name}}`}</span> <small>{`= ${fact}`}</small>
            </Button>
          ))}
        </div>
        <PublishBar
          shop={shop}
          saving={{
            ...texts.saving,
            discard: () => {
              setIsTried(false);
              texts.saving.discard();
            },
          }}
          problem={
            firstFault !== undefined
              ? { text: 'Some texts need a correction first.', show: () => show(firstFault) }
              : undefined
          }
        />
      </section>
      <Preview {...{ shop, texts }} path={page?.path ?? '/'} />
    </div>
  );
}

/** Whether it is an empty text of an item, which was probably just added. */
function isNew(fault: string, changes: ReturnType<typeof useTexts>['changes']): boolean {
  const [, list = '', index = '', field = ''] = /^(.*)\.(\d+)\.(\w+)$/.exec(fault) ?? [];
  const items = changes[list];
  return Array.isArray(items) && items[Number(index)]?.[field] === '';
}
