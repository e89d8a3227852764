// Texts of four locales by go-i18n, with a localizer for each text or one that is kept, and by a map.
//
// In: bytes, each of which asks for a text, a quarter of them for each locale; out: what the texts fold to.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"

	"paragone.dev/sdk"
)

var locales = []string{"en", "nl", "id", "es"}

func keys() (keys []string) {
	for i := 0; i < 64; i++ {
		keys = append(keys, fmt.Sprintf("message-%02d", i))
	}
	return keys
}

func path(locale string) string { return "catalogue/json/" + locale + ".json" }

func bundle() *i18n.Bundle {
	bundle := i18n.NewBundle(language.English)
	bundle.RegisterUnmarshalFunc("json", json.Unmarshal)
	for _, locale := range locales {
		bundle.MustLoadMessageFile(path(locale))
	}
	return bundle
}

func text(localizer *i18n.Localizer, key string) string {
	text, err := localizer.Localize(&i18n.LocalizeConfig{MessageID: key})
	if err != nil {
		panic(err)
	}
	return text
}

func add(folded uint32, text string) uint32 {
	return folded*31 + uint32(len(text))<<8 + uint32(text[len(text)/2])
}

// The bytes that ask for texts of a locale.
func part(input []byte, quarter int) []byte {
	return input[quarter*len(input)/4 : (quarter+1)*len(input)/4]
}

func main() {
	paragone.Bench("lookup", "go-i18n-every", func(*paragone.Cell) func([]byte) uint32 {
		keys, bundle := keys(), bundle()
		return func(input []byte) uint32 {
			folded := uint32(1)
			for quarter, locale := range locales {
				for _, b := range part(input, quarter) {
					folded = add(folded, text(i18n.NewLocalizer(bundle, locale), keys[b&63]))
				}
			}
			return folded
		}
	})
	paragone.Bench("lookup", "go-i18n-kept", func(*paragone.Cell) func([]byte) uint32 {
		keys, bundle := keys(), bundle()
		var localizers []*i18n.Localizer
		for _, locale := range locales {
			localizers = append(localizers, i18n.NewLocalizer(bundle, locale))
		}
		return func(input []byte) uint32 {
			folded := uint32(1)
			for quarter, localizer := range localizers {
				for _, b := range part(input, quarter) {
					folded = add(folded, text(localizer, keys[b&63]))
				}
			}
			return folded
		}
	})
	paragone.Bench("lookup", "table", func(*paragone.Cell) func([]byte) uint32 {
		keys, tables := keys(), map[string]map[string]string{}
		for _, locale := range locales {
			content, err := os.ReadFile(path(locale))
			if err != nil {
				panic(err)
			}
			table := map[string]string{}
			if err := json.Unmarshal(content, &table); err != nil {
				panic(err)
			}
			tables[locale] = table
		}
		return func(input []byte) uint32 {
			folded := uint32(1)
			for quarter, locale := range locales {
				table := tables[locale]
				for _, b := range part(input, quarter) {
					folded = add(folded, table[keys[b&63]])
				}
			}
			return folded
		}
	})
	paragone.Serve()
}
