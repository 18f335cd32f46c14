/**
 * Part of the page's script: the filters and the term in the fragment of the address, so that a link shows the same
 * view: '#search=cart&kind=removed&term=glossary.product%2Fen-%3Ede%2Fcart'. The fragment contains names instead of
 * numbers, because the page of the next plan has other numbers. A fragment without '=' is an anchor of the page.
 */
export const ADDRESS_SCRIPT = `
const isOurs = (hash = location.hash) => hash.includes('=');
const addressed = (hash = location.hash) => new URLSearchParams(isOurs(hash) ? hash.slice(1) : '');
const [kindBoxes, natureBoxes] = ['#kinds', '#natures'].map((id) => [...document.querySelectorAll(id + ' input')]);
const boxes = [...kindBoxes, ...natureBoxes];
const sourceOf = (index) => { const term = termOf(index); return term[2] === null ? term[0] : term[2]; };

/** Says which parts of an address name what the page does not have: they filter nothing. */
function tellStray(wanted) {
  const known = {
    pair: pairs.map(({ name }) => name),
    group: groups.map(({ address }) => address),
    kind: kindBoxes.map((box) => kinds[box.value].id),
    only: natureBoxes.map((box) => natures[box.value].id),
  };
  const areLists = ['kind', 'only'];
  const named = (name) => (areLists.includes(name) ? (wanted.get(name) || '').split(',') : [wanted.get(name) || '']);
  const stray = Object.entries(known).flatMap(([name, of]) =>
    named(name).filter((each) => each !== '' && !of.includes(each)));
  const term = wanted.get('term');
  if (term && rowOfTerm(term) < 0) stray.push(term);
  byId('stray').hidden = stray.length === 0;
  byId('stray').textContent = 'The link names what is not on this page: ' + stray.join(', ');
}

/** Sets the controls as an address says. What it names and the page does not have filters nothing. */
function readFilters(wanted) {
  tellStray(wanted);
  search.value = wanted.get('search') || '';
  pairSelect.value = String(pairs.findIndex(({ name }) => name === wanted.get('pair')));
  groupSelect.value = String(groups.findIndex(({ address }) => address === wanted.get('group')));
  orderSelect.value = wanted.get('order') === 'source' ? 'source' : 'plan';
  const check = (list, of, name) => {
    const ids = (wanted.get(name) || '').split(',');
    for (const box of list) box.checked = ids.includes(of[box.value].id);
  };
  check(kindBoxes, kinds, 'kind');
  check(natureBoxes, natures, 'only');
  if (left) left.checked = wanted.get('reviewed') === 'no';
  if (undoingBox) undoingBox.checked = wanted.get('service') === 'undone';
}

const checkedIds = (list, of) => list.filter((box) => box.checked).map((box) => of[box.value].id).join(',');

/** The fragment for what is shown. */
function fragment() {
  const chosenGroup = chosen === undefined ? undefined : groups[groupOf[chosen]];
  const parts = {
    search: search.value,
    pair: pairSelect.value < 0 ? '' : pairs[pairSelect.value].name,
    group: groupSelect.value < 0 ? '' : groups[groupSelect.value].address,
    kind: checkedIds(kindBoxes, kinds),
    only: checkedIds(natureBoxes, natures),
    reviewed: isLeft() ? 'no' : '',
    service: isUndoing() ? 'undone' : '',
    order: orderSelect.value === 'plan' ? '' : orderSelect.value,
    term: chosenGroup ? chosenGroup.address + '/' + sourceOf(chosen) : '',
  };
  return new URLSearchParams(Object.entries(parts).filter(([, text]) => text !== '')).toString();
}

let writing = 0;
/** Writes the address once nothing more comes for a moment: browsers refuse a page that changes it all the time. */
function writeAddress() {
  clearTimeout(writing);
  writing = setTimeout(() => {
    const found = fragment();
    if (found === '' && !isOurs()) return;
    history.replaceState(history.state, '', found === '' ? location.pathname + location.search : '#' + found);
  }, 150);
}

/** The number of the row of 'address/source'; -1: the page does not have it. */
function rowOfTerm(name) {
  const isNamed = groups.map(({ address }) => name.startsWith(address + '/'));
  return groupOf.findIndex((_, index) => {
    // A term that has moved is found in both dictionaries.
    return groupsOf(index).some((group) => {
      const source = isNamed[group] ? name.slice(groups[group].address.length + 1) : undefined;
      return source !== undefined && (termOf(index)[0] === source || termOf(index)[2] === source);
    });
  });
}

/** Goes to the term that an address names, also where the filters do not show it. */
function openTerm(name) {
  const row = name ? rowOfTerm(name) : -1;
  if (row < 0) return;
  if (!items.includes(row)) {
    clear();
    filter();
  }
  focusRow(items.indexOf(row));
}
`;
