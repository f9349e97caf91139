import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { SERVICE_IDS } from '../../../catalog/ids.ts';
import { colorTokens } from '../../../content/colors.ts';
import { mediumOf } from '../../../content/field.ts';
import { contentTexts, entries } from '../../../content/texts.ts';
import type { ShopResponse } from '../../../contracts/shop.ts';
import { Button } from '../../../ui/button.tsx';
import { useAdminHost } from '../../base/admin-context.ts';
import { addressOf, cropStyle } from './look-fields.tsx';
import type { Texts } from './use-texts.ts';

const AGAIN_MS = 2_000;
const WIDTHS = { Phone: 390, Desktop: 1280 };
const STATES = {
  building: 'The preview is being built. This takes less than a minute.',
  ready: 'Texts, colors, pictures, and items show at once. The logo and players show after you save a draft.',
  failed: 'The preview couldn’t be built. Try again. If it fails again, ask whoever runs the server.',
};

type PreviewProps = { shop: ShopResponse; texts: Texts; path: string };

/** The newest version of a page with what was typed, at the width of a phone or of a desktop. */
export function Preview(props: PreviewProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className="admin-card pages-preview" aria-labelledby="preview-title">
      <h3 id="preview-title">Preview</h3>
      {isOpen ? (
        <OpenPreview {...props} />
      ) : (
        <p>
          <Button isQuiet onClick={() => setIsOpen(true)}>
            Show the preview
          </Button>
        </p>
      )}
    </section>
  );
}

function OpenPreview({ shop, texts, path }: PreviewProps) {
  const { client, homeUrl } = useAdminHost();
  const [device, setDevice] = useState<keyof typeof WIDTHS>('Phone');
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['/api/json/shop/preview', { version: String(shop.version) }] as const,
    queryFn: () => client.call('POST /api/json/shop/preview'),
    refetchInterval: ({ state: { data } }) => (data?.state === 'building' ? AGAIN_MS : false),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
  const state = data && !isPlaceholderData ? data.state : 'building';
  const url = data?.url ?? '';
  // Another site's frame gets no cookies.
  const isHere = new URL(homeUrl, location.href).origin === location.origin;
  return (
    <>
      <p className="admin-small" role="status">
        {STATES[state]}
      </p>
      {state === 'ready' && (
        <p className="admin-small">
          <a
            href={new URL(url, new URL(homeUrl, location.href)).href}
            target="_blank"
            rel="noreferrer noopener"
          >
            Open the preview in a window
          </a>
          . Whoever has this link sees it for 7 days.
        </p>
      )}
      {isHere && state === 'ready' && (
        <>
          <p className="pages-devices row gap-2" role="group" aria-label="Width">
            {(['Phone', 'Desktop'] as const).map((name) => (
              <Button key={name} isQuiet aria-pressed={device === name} onClick={() => setDevice(name)}>
                {name}
              </Button>
            ))}
          </p>
          <Frame key={shop.version} {...{ shop, texts, path, url }} width={WIDTHS[device]} />
        </>
      )}
    </>
  );
}

/** What the pages show in place of each key: texts, colors by their custom properties, and pictures. */
const shownOf = (
  content: ShopResponse['content'],
  facts: ShopResponse['facts'],
): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(contentTexts(content, facts)).map(([key, { text }]) => [key, text])),
  ...Object.fromEntries(SERVICE_IDS.flatMap((id) => [`--${id}`, `--${id}-soft`]).map((name) => [name, ''])),
  ...colorTokens(content),
  ...Object.fromEntries(
    entries.flatMap((entry) => {
      const own = 'size' in entry ? mediumOf(content, entry.key) : undefined;
      return own && 'size' in entry
        ? [[entry.key, { src: addressOf(own), size: entry.size, ...cropStyle(own) }]]
        : [];
    }),
  ),
});

type FrameProps = PreviewProps & { url: string; width: number };

function Frame({ shop, texts, path, url, width }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const box = useRef<HTMLDivElement>(null);
  // The link gives the cookie and leads to the home page.
  const [isIn, setIsIn] = useState(false);
  const sent = useRef<Record<string, unknown>>({});
  const send = () => {
    const shown = shownOf(texts.whole, texts.facts);
    const news: [string, unknown][] = Object.entries(shown).filter(
      ([key, value]) => JSON.stringify(sent.current[key]) !== JSON.stringify(value),
    );
    for (const key of Object.keys(sent.current)) if (!(key in shown)) news.push([key, null]);
    sent.current = shown;
    if (news.length > 0)
      frame.current?.contentWindow?.postMessage(
        { northlightShown: Object.fromEntries(news) },
        location.origin,
      );
  };
  const onLoad = () => {
    setIsIn(true);
    sent.current = shownOf(shop.content, shop.facts);
    send();
  };
  useEffect(() => {
    if (isIn) send();
  });
  useEffect(() => {
    const fit = ([entry]: ResizeObserverEntry[]) => {
      const scale = Math.min(1, (entry?.contentRect.width ?? width) / width);
      frame.current?.style.setProperty('--scale', String(scale));
    };
    const observer = new ResizeObserver(fit);
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, [width]);
  return (
    <div ref={box} className="pages-frame">
      {/* It is our own page, which needs its scripts and its cookie. */}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
      <iframe
        ref={frame}
        title="Preview of the page"
        src={isIn ? path : url}
        style={{ width }}
        onLoad={onLoad}
      />
    </div>
  );
}
