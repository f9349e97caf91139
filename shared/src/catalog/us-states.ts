/** Their postal codes and names: states, the district, territories, and military posts. All can have a sales tax. */
export const STATES =
  'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,' +
  'DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,' +
  'KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,' +
  'MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,' +
  'NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,PR Puerto Rico,RI Rhode Island,' +
  'SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,' +
  'WV West Virginia,WI Wisconsin,WY Wyoming,AS American Samoa,GU Guam,MP Northern Mariana Islands,' +
  'VI Virgin Islands,AA Armed Forces Americas,AE Armed Forces Europe,AP Armed Forces Pacific';

/** "MI" → "Michigan" */
export const stateName = (code: string): string | undefined =>
  STATES.split(',')
    .find((state) => state.startsWith(`${code} `))
    ?.slice(3);

/** Whether an address is in the United States, where only the state decides the sales tax. Without a country, it is. */
export const isInUs = (country: string | null | undefined): boolean =>
  /^(?:the)?(?:|us|usa|america|unitedstates(?:ofamerica)?)$/i.test((country ?? '').replaceAll(/[.\s]/g, ''));

/** Short forms that are neither a code nor the beginning of a name's words. */
const SHORT =
  'ala AL,fla FL,miss MS,penna PA,wn WA,w va WV,wva WV,ndak ND,sdak SD,ncar NC,scar SC,nmex NM,nyc NY,' +
  'new york city NY,washington d c DC,washington dc DC,wash d c DC,wash dc DC,usvi VI,cnmi MP,northern marianas MP,' +
  'n marianas MP,armed forces the americas AA';

/** "mich" and "n carolina" are the beginnings of one name's words. "new" is that of four. */
function byName(words: string): string | undefined {
  const short = SHORT.split(',').find((one) => one.slice(0, -3) === words);
  if (short) return short.slice(-2);
  const parts = words.split(' ');
  const found = STATES.split(',').filter((state) => {
    const name = state.slice(3).toLowerCase().split(' ');
    return name.length === parts.length && name.every((word, index) => word.startsWith(parts[index] ?? ''));
  });
  const whole = found.find((state) => state.slice(3).toLowerCase() === words);
  const [only, ...others] = words.length < 3 ? [] : found;
  return (whole ?? (others.length === 0 ? only : undefined))?.slice(0, 2);
}

/**
 * The postal code of a state however it is written: "mi", "M.I.", "Mich.", "MI 48104", "MI, USA", "Michigan (MI)", "Ann
 * Arbor, MI". Undefined for what is none, or more than one.
 */
export function stateCode(typed: string): string | undefined {
  const parts = typed
    .normalize('NFKC')
    .replaceAll(/['’‘ʻ`]/g, '')
    .split(/[^\p{L}.\s]+/u)
    .map((part) => part.replaceAll(/\s+/g, ' ').trim())
    .map((part) => part.replace(/(?:^| )(?:u\.?s\.?(?:a\.?)?|united states(?: of america)?)$/i, '').trim())
    .filter((part) => /\p{L}/u.test(part));
  const codes = new Set<string>();
  const names = new Set<string>();
  for (const part of parts) {
    const joined = part.replaceAll(/[. ]/g, '').toUpperCase();
    const found = [joined, ...part.split(' ')].filter((word) => /^[A-Z]{2}$/.test(word) && stateName(word));
    for (const code of found) codes.add(code);
    const words = part
      .toLowerCase()
      .replaceAll(/[. ]+/g, ' ')
      .trim()
      .replace(/^(?:(?:the )?(?:state|commonwealth|territory) of (?:the )?|u ?s ?a? )(?=.)/, '')
      .replace(/ (?:state|territory)$/, '');
    const name = found.length > 0 ? undefined : (byName(words) ?? byName(joined.toLowerCase()));
    if (name) names.add(name);
  }
  // "Wyoming, MI" and "Washington, DC" are cities. Of two codes, nobody knows which is meant.
  const [first, ...others] = codes.size > 0 ? codes : names;
  return others.length === 0 ? first : undefined;
}

export const UNKNOWN_STATE = 'Please enter a US state, such as MI, or leave it empty';

/** The states of the first three digits of ZIP codes, each from where it is named to the next. */
const ZIPS =
  '005NY006PR008VI009PR010MA028RI030NH039ME050VT055MA056VT060CT070NJ090AE100NY150PA197DE200DC201VA202DC206MD220VA' +
  '247WV270NC290SC300GA320FL340AA341FL350AL370TN386MS398GA400KY430OH460IN480MI500IA530WI550MN569DC570SD580ND590MT' +
  '600IL630MO660KS680NE700LA716AR730OK733TX734OK750TX800CO820WY832ID840UT850AZ870NM885TX889NV900CA962AP967HI969GU' +
  '970OR980WA995AK';

/** The state that a US ZIP code belongs to: "48104-1234" → "MI". Undefined for what is no ZIP code. */
export function stateOfZip(postalCode: string): string | undefined {
  const [, digits] =
    /(?:^|[^\d])(\d{3})\d\d(?:[-\s]?\d{4})?(?:$|[^\d])/.exec(postalCode.normalize('NFKC')) ?? [];
  if (digits === undefined) return undefined;
  return ZIPS.match(/\d{3}../g)
    ?.findLast((one) => one.slice(0, 3) <= digits)
    ?.slice(3);
}
