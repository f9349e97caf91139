// A browser that translates a page puts each text into an element of its own, where React no longer finds it: a text
// that changes then keeps its old words, and one that goes away takes the whole page with it. Only an element whose
// single child is the text is safe, because React replaces all of its content. Texts that never change may stand
// anywhere, unless something before them comes and goes.

const SLOTS = /^(?:children|render\w*|below|more|actions|original)$/;

const isWords = (value) => /\S/.test(value);

let source;

/** Elements that are passed on: what this file made of elements, lists of them, and properties with these names. */
function isElement(node) {
  const named = node.type === 'CallExpression' ? node.callee : node;
  if (
    node.type === 'CallExpression' &&
    node.arguments.some(({ type }) => type.endsWith('FunctionExpression'))
  )
    return true;
  const name = named.name ?? named.property?.name ?? '';
  if (SLOTS.test(name)) return true;
  for (let scope = source.getScope(node); scope; scope = scope.upper) {
    const made = scope.set.get(name)?.defs[0]?.node;
    if (made)
      return made.type === 'VariableDeclarator' && made.init && /<[\w>]/.test(source.getText(made.init));
  }
  return false;
}

/** What a child of an element may become: a text, an element, or nothing. */
function kindsOf(node, kinds = new Set()) {
  switch (node.type) {
    case 'JSXText':
      // React drops line breaks between children.
      if (isWords(node.value)) kinds.add('fixed');
      break;
    case 'JSXElement':
      kinds.add('element');
      break;
    case 'JSXFragment':
      for (const child of node.children) kindsOf(child, kinds);
      break;
    case 'JSXExpressionContainer':
      kindsOf(node.expression, kinds);
      if (node.expression.type !== 'Literal') kinds.add('changing');
      break;
    case 'Literal':
      if (node.value === null || typeof node.value === 'boolean') kinds.add('nothing');
      else if (isWords(String(node.value))) kinds.add('fixed');
      break;
    case 'LogicalExpression':
      kinds.add('nothing');
      kindsOf(node.right, kinds);
      if (node.operator !== '&&') kindsOf(node.left, kinds);
      break;
    case 'ConditionalExpression':
      kindsOf(node.consequent, kinds);
      kindsOf(node.alternate, kinds);
      break;
    case 'ChainExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'ParenthesizedExpression':
      kindsOf(node.expression, kinds);
      break;
    case 'JSXEmptyExpression':
      break;
    case 'CallExpression':
    case 'Identifier':
    case 'MemberExpression':
      if (isElement(node)) kinds.add('element').add('nothing');
      else kinds.add('fixed');
      break;
    default:
      kinds.add('fixed');
  }
  return kinds;
}

const rule = {
  create(context) {
    source = context.sourceCode;
    const check = ({ children }) => {
      const parts = children
        .map((node) => ({ node, kinds: kindsOf(node) }))
        .filter(({ kinds }) => kinds.size > 0);
      if (parts.length < 2) return;
      let comesAndGoes = false;
      for (const { node, kinds } of parts) {
        if (kinds.has('fixed') && (kinds.has('changing') || comesAndGoes))
          context.report({
            node,
            message:
              'Give this text an element of its own: a translated page would break (tools/lint/translated-text.js).',
          });
        if (kinds.has('changing') && (kinds.has('nothing') || kinds.has('element'))) comesAndGoes = true;
      }
    };
    return { JSXElement: check };
  },
};

export default { meta: { name: 'translated-text' }, rules: { 'own-element': rule } };
