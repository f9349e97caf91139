/** From electron.vite.config.ts; empty when the app is built without a feed. */
declare const UPDATE_FEED: string;

declare module '*?asset' {
  /** The file's place beside the bundle. */
  const path: string;
  export default path;
}
