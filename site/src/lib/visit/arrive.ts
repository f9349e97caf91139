// In the HTML of every page that leads to a sale, so it is short. Notes where the visit came from, and counts it
// when somebody does something: robots only load pages (decision 034).

const load = (src: string) => document.head.append(Object.assign(document.createElement('script'), { src }));

try {
  if (/[?&](utm_source|promo)=/.test(location.search) || !sessionStorage['northlight-landing'])
    sessionStorage['northlight-landing'] = `${document.referrer} ${location.search}`;
} catch {
  // Storage is forbidden, so nothing is counted.
}

if (location.search.includes('promo=')) load('/linked-promo.js');

const used = new AbortController();
for (const sign of ['pointermove', 'touchstart', 'keydown'])
  addEventListener(
    sign,
    (event) => {
      const { movementX, movementY } = event as PointerEvent;
      // Browsers make up a move that moves nothing once they have laid out the page.
      if (movementX === 0 && movementY === 0) return;
      used.abort();
      load('/seen.js');
    },
    used,
  );
