declare module '*.css';

/** The address of a stylesheet that a part of the dashboard loads itself. The others are in the pages' HTML. */
declare module '*.css?url' {
  const url: string;
  export default url;
}
