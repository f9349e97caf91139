import { rolldown } from 'rolldown';

const QUERY = '?inline-script';

let define: Record<string, string> = {};

/**
 * `import code from './page.ts?inline-script'` is the bundled code of a small page script, so that the page's HTML
 * brings it along. What the build defines counts in it, too.
 */
export const inlineScripts = {
  name: 'inline-scripts',
  enforce: 'pre' as const,
  configResolved(config: { define?: Record<string, unknown> }) {
    const defined = Object.entries(config.define ?? {}).filter(([, code]) => typeof code === 'string');
    define = Object.fromEntries(defined as [string, string][]);
  },
  async load(id: string) {
    if (!id.endsWith(QUERY)) return undefined;
    const bundle = await rolldown({ input: id.slice(0, -QUERY.length), transform: { define } });
    const { output } = await bundle.generate({ format: 'iife', minify: true });
    return `export default ${JSON.stringify(output[0].code.trim())}`;
  },
};
