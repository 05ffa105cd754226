
// MARK: Installation

function install(values) {
  for (const name of Object.keys(values)) {
    define(globalThis, name, {value: values[name], writable: true, configurable: true, enumerable: false});
  }
}

function customGlobals() {
  const values = {};
  for (const name of Object.keys(settings.globals)) {
    values[name] = settings.globals[name] === null ? unknownValue(name) : settings.globals[name];
  }
  return values;
}

install(commonGlobals);
if (settings.framework !== 'Vue') install(loaderGlobals);
if (settings.framework === 'Vue') install({Vue: makeVue()});
if (settings.framework === 'Rax') install(raxGlobals());
install(customGlobals());
return runNextTimer;
})
