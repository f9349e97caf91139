import { rolldown } from 'rolldown';

const QUERY = '?inline-script';

/**
 * `import code from './page.ts?inline-script'` is the bundled code of a small page script, so that the page's HTML
 * brings it along.
 */
export const inlineScripts = {
  name: 'inline-scripts',
  enforce: 'pre' as const,
  async load(id: string) {
    if (!id.endsWith(QUERY)) return undefined;
    const bundle = await rolldown({ input: id.slice(0, -QUERY.length) });
    const { output } = await bundle.generate({ format: 'iife', minify: true });
    return `export default ${JSON.stringify(output[0].code.trim())}`;
  },
};
