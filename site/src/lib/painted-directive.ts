import { guardIsland } from '@northlight/shared/ui/guard-island.ts';
import type { ClientDirective } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:painted'?: boolean;
  }
}

/** The last scripts of the page, which may remove an island, have run. */
const parsed = () =>
  document.readyState === 'loading'
    ? new Promise((resolve) => addEventListener('DOMContentLoaded', resolve))
    : null;

/** `client:painted`: loads an island after the first paint, unless a script has removed it. */
const painted: ClientDirective = (load, _options, island) => {
  void self.painted.then(parsed).then(async () => {
    if (!island.isConnected) return;
    guardIsland(island, (...failure) => {
      self.failure = failure;
      document.head.append(Object.assign(document.createElement('script'), { src: '/failed.js' }));
    });
    await (
      await load()
    )();
  });
};

export default painted;
