/** Defined in electron.vite.config.ts. Empty if the app is built without an update feed. */
declare const UPDATE_FEED: string;

declare module '*?asset' {
  /** The path of the file next to the bundle. */
  const path: string;
  export default path;
}
